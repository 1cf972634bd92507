/** What cameras, phones and drones put before their counters and dates. */
const PREFIXES =
  "DSC|DSCF|DSCN|DSCI|DSF|IMG|IMGP|IGP|MG|CIMG|KIMG|HPIM|MVIMG|IMAG|PICT|SAM|SDIM|DCP|DCIM|EPSN|FILE|PXL|PANO|BURST|VID|DJI|GOPR|GOPRO|INSTA360|WP";

// A repeated group must begin with a separator: without one, a hostile name would take forever to match.
const CAMERA_NAMES = [
  // DSC_0411, _MG_0007, IMG_E1234, PXL_20240517_101112345, IMG-20240517-WA0003, DJI_20240517101112_0001_D
  new RegExp(`^_?(${PREFIXES})[_-]?E?\\d{3,}([_-](WA)?\\d+)*([_-][A-Z])?$`),
  // Panasonic and Olympus P1010023, Leica L1001234, Ricoh R0001234, GoPro GH010042 and G0012345, Canon 0B8A1234
  /^(P[0-9A-C]\d{6}|[LR]\d{7}|G[PHXL]?\d{6,7}|\d[A-Z]\d[A-Z]\d{4})$/,
  // Kodak 100_0042
  /^\d{3}_\d{4}$/,
  // 20240517_101112, 2024-05-17 10.11.12
  /^(19|20)\d\d[-.]?[01]\d[-.]?[0-3]\d[ _T-](AT )?[0-2]\d[-.]?[0-5]\d[-.]?[0-5]\d\d*([_.-]\d+)*$/,
];

/** A name that a camera gave, perhaps with what a computer adds to a second copy: IMG_1234 (1). */
export function isCameraName(stem: string): boolean {
  const name = stem
    .replace(/( ?\(\d+\)| copy( \d+)?|\.MP|~\d+)$/i, "")
    .trim()
    .toUpperCase();
  return CAMERA_NAMES.some((pattern) => pattern.test(name));
}
