declare module "subset-font" {
  type Options = { targetFormat: "woff2"; noHinting: boolean; keepFeatures: string[]; preserveNameIds: number[] };
  function subsetFont(font: Buffer, letters: string, options: Options): Promise<Buffer>;
  export = subsetFont;
}
