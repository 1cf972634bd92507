import { paths } from "../../../contract/paths.ts";
import { useSite } from "../router/use-router.ts";
import styles from "./SiteName.module.css";

/** The logo where there is one, else the name as text. */
export function SiteName() {
  const { name, pictures } = useSite();
  if (!pictures.logo) return name;
  const { width, height } = pictures.logo;
  const src = paths.sitePicture("logo", pictures.logo, "header.png");
  return <img className={styles.logo} src={src} alt={name} width={width} height={height} />;
}
