/** How the pages are built: one start, one file for each group of screens, nothing from another origin. */
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  publicDir: false,
  logLevel: 'warn',
  // React Aria brings the words of thirty languages; people here read two.
  plugins: [{ ...optimizeLocales.vite({ locales: ['en-US', 'tr-TR'] }), enforce: 'pre' }],
  build: {
    target: 'es2023',
    // Every place that is read by a browser is fetched from here: inlined data would need `data:` in the policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    emptyOutDir: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: { checks: { pluginTimings: false, moduleLevelDirective: false } },
  },
})
