import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { adoptStyles } from './build/adopt-styles.ts';

/** The address of a running service, for `vite dev`. The content policy is tested on the build alone. */
const API = process.env['API'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  base: '/console/',
  plugins: [adoptStyles(), react()],
  build: {
    // The content policy has neither inline scripts nor data addresses of code.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: 'manifest.json',
  },
  server: { proxy: { '/v1': API, '/console/session': API } },
});
