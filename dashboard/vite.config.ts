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

// `npm run dev --workspace dashboard` serves the sources, and passes API calls on to `npm start`.
export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  plugins: [react(), compressed],
  build: {
    ...{ outDir: 'dist', assetsDir: '_files', emptyOutDir: true },
    ...{ target: 'es2022', reportCompressedSize: false, chunkSizeWarningLimit: 1000 },
  },
  server: { host: '127.0.0.1', port: 3005, proxy: { '/admin': 'http://127.0.0.1:3002' } },
});
