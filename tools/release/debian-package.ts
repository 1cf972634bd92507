import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Architecture } from "./debian.ts";
import type { Release } from "./program.ts";

const PROGRAM = "usr/lib/vitrine";
const UNITS = "usr/lib/systemd/system";

const SETTINGS = `# The settings of Vitrine, one NAME=value per line. "vitrine --help" lists them. Restart the service after a change.
DATA_DIR=/var/lib/vitrine
# PUBLIC_URL=https://example.com
# ADMIN_EMAIL=you@example.com
`;

/** The user, and the service, which starts at once. The library and the settings stay when the package goes. */
const AFTER_INSTALL = `#!/bin/sh
set -e
if [ "$1" = configure ]; then
  getent passwd vitrine > /dev/null || useradd --system --home-dir /var/lib/vitrine vitrine
  chown root:vitrine /etc/vitrine.env
  chmod 640 /etc/vitrine.env
  if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    if [ -z "$2" ]; then systemctl enable --now vitrine.service; else systemctl try-restart vitrine.service; fi
  fi
fi
`;
const BEFORE_REMOVAL = `#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then systemctl disable --now vitrine.service; fi
`;

/** `folder` has the program for this architecture. */
export function buildDebianPackage(
  architecture: Architecture,
  folder: string,
  { version, maintainer, builtAt, target }: Release,
): void {
  const root = join(dirname(folder), `debian-${architecture}`);
  cpSync(folder, join(root, PROGRAM), { recursive: true });
  // They change an installation in /opt. Here that is apt's.
  for (const script of globSync("deploy/*.sh", { cwd: join(root, PROGRAM) })) rmSync(join(root, PROGRAM, script));
  mkdirSync(join(root, UNITS), { recursive: true });
  for (const unit of globSync("deploy/vitrine*.{service,timer}", { cwd: folder })) {
    const text = readFileSync(join(folder, unit), "utf8").replaceAll("/opt/vitrine/current", `/${PROGRAM}`);
    writeFileSync(join(root, UNITS, basename(unit)), text.replaceAll("/etc/systemd/system", `/${UNITS}`));
  }
  mkdirSync(join(root, "usr/bin"));
  symlinkSync("../lib/vitrine/vitrine", join(root, "usr/bin/vitrine"));
  mkdirSync(join(root, "etc"));
  writeFileSync(join(root, "etc/vitrine.env"), SETTINGS);
  const kilobytes = execFileSync("du", ["--summarize", "--apparent-size", "--block-size=1024", root], {
    encoding: "utf8",
  });
  const control = join(root, "DEBIAN");
  mkdirSync(control);
  writeFileSync(
    join(control, "control"),
    controlOf({ version, maintainer, architecture, kilobytes: Number.parseInt(kilobytes, 10) }),
  );
  writeFileSync(join(control, "conffiles"), "/etc/vitrine.env\n");
  for (const [name, script] of Object.entries({ postinst: AFTER_INSTALL, prerm: BEFORE_REMOVAL })) {
    writeFileSync(join(control, name), script);
  }
  // Whatever the umask of this machine is.
  execFileSync("chmod", ["--recursive", "u=rwX,go=rX", root]);
  for (const name of ["postinst", "prerm"]) chmodSync(join(control, name), 0o755);
  const file = join(target, `vitrine_${version}_${architecture}.deb`);
  // With more threads, how many a machine has would show in the bytes. More effort takes minutes for a tenth less.
  const compression = ["-z3", "--threads-max=1"];
  execFileSync("dpkg-deb", ["--root-owner-group", ...compression, "--build", root, file], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(builtAt) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  rmSync(root, { recursive: true });
}

type Control = Pick<Release, "version" | "maintainer"> & { architecture: Architecture; kilobytes: number };

const controlOf = ({ version, maintainer, architecture, kilobytes }: Control) => `Package: vitrine
Version: ${version}
Architecture: ${architecture}
Maintainer: ${maintainer}
Installed-Size: ${kilobytes}
Depends: libc6 (>= 2.36), passwd
Section: web
Priority: optional
Description: photographer's portfolio site and photo library
 A photographer's own site: categories, albums as a strip of photographs, and
 single photos full screen. The owner signs in to a library in the browser.
`;
