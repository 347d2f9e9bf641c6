import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const SERVER = process.env['RUEDA_SERVER'] ?? 'http://127.0.0.1:8080'

/** What is needed only by some screens has a file of its own, so that the first screen does not wait for it. */
const laterGroups = [
  { name: 'chart', test: /node_modules\/(lightweight-charts|fancy-canvas)\// },
  { name: 'forms', test: /node_modules\/(react-hook-form|@hookform)\// },
  { name: 'sheet', test: /node_modules\/@base-ui\// },
  { name: 'schemas', test: /node_modules\/zod\// },
]

const textGroups = ['es', 'en', 'de', 'hi', 'ja', 'th', 'zh-CN', 'zh-TW'].map((language) => ({
  name: `text-${language}`,
  test: new RegExp(`packages/text/${language}/`),
}))

export default defineConfig({
  base: './',
  plugins: [react(), tailwindcss()],
  server: {
    proxy: {
      '/web': { target: SERVER, ws: true },
      '/docs': { target: SERVER },
      '/files': { target: SERVER },
    },
  },
  build: {
    outDir: 'dist',
    target: 'es2023',
    // Nothing is inlined: the policy of the page allows scripts from its own address only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { output: { codeSplitting: { groups: [...laterGroups, ...textGroups] } } },
  },
})
