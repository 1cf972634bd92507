import {
  bombs,
  damages,
  fileSizes,
  manyScans,
  otherFiles,
  otherPictures,
  polyglots,
  truncations,
  wrongExtensions,
} from "./hostile-files.ts";
import { animations, colourModels, encodings, extremeSizes, orientations } from "./odd-kinds.ts";
import { brokenMetadata, names, secrets } from "./odd-metadata.ts";
import { type OddPicture, plainPictures } from "./plain-pictures.ts";

/** At least 150 files like those that cameras, programs and attackers make. */
export async function oddPictures(): Promise<OddPicture[]> {
  const plain = await plainPictures();
  return [
    ...(await orientations()),
    ...(await colourModels(plain)),
    ...(await encodings()),
    ...(await animations()),
    ...truncations(plain),
    ...damages(plain),
    ...wrongExtensions(plain),
    ...otherFiles(),
    ...(await otherPictures()),
    ...polyglots(plain),
    ...bombs(plain),
    ...(await manyScans()),
    ...(await extremeSizes()),
    ...fileSizes(plain),
    ...secrets(plain),
    ...brokenMetadata(plain),
    ...names(plain),
  ];
}
