import { buildApps } from '../tools/browser-apps.ts'
import { startServer } from './server.ts'

/** One server for all journeys; each journey opens an account of its own. `RUEDA_ADDRESS` names one that already runs. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['RUEDA_ADDRESS']) return undefined
  await buildApps()
  const server = await startServer()
  process.env['RUEDA_ADDRESS'] = server.address
  server.lendMarket()
  return server.stop
}
