import type { Plugin } from 'vite'
import { thirdParties } from '../licences.ts'

const NAME = 'licences.json'

/** Writes the licences of everything that the app and the server are made of beside the app, which shows them. */
export const thirdPartyLicences = (root: string): Plugin => ({
  name: 'third-party-licences',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: NAME, source: JSON.stringify(thirdParties(root)) })
  },
  configureServer({ middlewares }) {
    middlewares.use(`/${NAME}`, (_, answer) => {
      answer.setHeader('content-type', 'application/json')
      answer.end(JSON.stringify(thirdParties(root)))
    })
  },
})
