import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Writes a compressed copy of each file, which the API serves as it is. */
const compressed: Plugin = {
  name: 'compressed',
  writeBundle: async ({ dir = '' }) => {
    const files = await readdir(dir, { recursive: true, withFileTypes: true });
    for (const file of files.filter((one) => /\.(js|css|html|svg)$/.test(one.name))) {
      const name = path.join(file.parentPath, file.name);
      await writeFile(`${name}.gz`, gzipSync(await readFile(name), { level: 9 }));
    }
  },
};

/** Most that a page may load before it shows its data, compressed, bytes. */
const FIRST_LOAD_LIMIT = 300_000;

/** Fails the build if the first load of a page is too large: the entry, the page and all that they import at once. */
const limitedFirstLoad: Plugin = {
  name: 'limited-first-load',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const sizeOf = (name: string): number => {
      const file = bundle[name];
      if (!file) return 0;
      return gzipSync(file.type === 'chunk' ? file.code : file.source, { level: 9 }).length;
    };
    const filesOf = (name: string, found = new Set<string>()): Set<string> => {
      const chunk = chunks.find(({ fileName }) => fileName === name);
      if (!chunk || found.has(name)) return found;
      found.add(name);
      chunk.viteMetadata?.importedCss.forEach((css) => found.add(css));
      chunk.imports.forEach((other) => filesOf(other, found));
      return found;
    };
    const entry = chunks.find(({ isEntry }) => isEntry);
    for (const page of entry?.dynamicImports ?? []) {
      const files = filesOf(page, filesOf(entry?.fileName ?? ''));
      const size = [...files].reduce((sum, name) => sum + sizeOf(name), 0);
      if (size > FIRST_LOAD_LIMIT)
        this.error(`The first load of ${page} is ${size} bytes, compressed. At most ${FIRST_LOAD_LIMIT}.`);
    }
  },
};

// `npm run dev --workspace dashboard` serves the sources, and passes API calls on to `npm start`.
export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  plugins: [react(), limitedFirstLoad, compressed],
  build: {
    ...{ outDir: 'dist', assetsDir: '_files', emptyOutDir: true },
    ...{ target: 'es2022', reportCompressedSize: false, chunkSizeWarningLimit: 1000 },
  },
  server: { host: '127.0.0.1', port: 3005, proxy: { '/admin': 'http://127.0.0.1:3002' } },
});
