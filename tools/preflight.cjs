// Plain CommonJS, which any Node can run: npm scripts must use the Node that comes with the package.
const REQUIRED_MAJOR = 26;
const major = Number(process.versions.node.split(".")[0]);
if (major < REQUIRED_MAJOR) {
  process.stderr.write(
    `Vitrine needs Node ${REQUIRED_MAJOR}; this is ${process.version}.\n` +
      "It comes with the package for Linux, macOS and Windows on common processors: run 'npm ci' (without --omit=optional), " +
      `or install Node ${REQUIRED_MAJOR} yourself.\n`,
  );
  process.exit(1);
}
