/** RAW files of cameras. The name only chooses the sentence: what is accepted is decided by a file's bytes. */
const RAW_NAME =
  /\.(3fr|arw|cr2|cr3|crw|dcr|dng|erf|fff|gpr|iiq|kdc|mef|mos|mrw|nef|nrw|orf|pef|raf|raw|rw2|rwl|sr2|srf|srw|x3f)$/i;

export const isRawName = (filename: string): boolean => RAW_NAME.test(filename);

export const RAW_ERROR = "This is a RAW file, which browsers cannot show.";
export const RAW_SUGGESTION =
  "Develop it in your RAW software, export it as a full-size JPEG in sRGB or Display P3, and upload that.";
