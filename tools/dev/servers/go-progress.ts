/** Packages of the Temporal CLI and all that it imports: `go list -deps ./cmd/temporal`. What Go has in its cache is not compiled. */
const PACKAGES = 1_300;

/** Follows what `go install -v` prints: the modules that it downloads, then the packages that it compiles. */
export function goProgress(): { read: (chunk: string) => void; now: () => string } {
  let rest = '';
  let modules = 0;
  let packages = 0;
  return {
    read: (chunk) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      modules += lines.filter((line) => line.startsWith('go: downloading ')).length;
      packages += lines.filter((line) => /^[\w.][\w./-]*$/.test(line)).length;
    },
    now: () =>
      packages > 0
        ? `compiling with Go, ${packages} packages of at most ${PACKAGES}`
        : `Go downloads its modules, ${modules} so far`,
  };
}
