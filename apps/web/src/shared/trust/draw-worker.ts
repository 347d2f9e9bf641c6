import type { Scenario } from '@rueda/exchange/scenario/scenario.ts'
import { recomputedDay } from '@rueda/exchange/world/recomputed-day.ts'
import { sha256 } from '@rueda/proof/sha256.ts'
import type { DrawOrder, DrawReport } from './draw-day.ts'
import { proveDays } from './prove-days.ts'

/** Draws a finished day's minutes from the keys of the days alone, beside the page. Every key that has a proof is proven first. */

self.addEventListener('message', ({ data }: MessageEvent<DrawOrder>) => self.postMessage(draw(data)))

function draw({ date, instrumentId, alwaysOpen, scenario, days, publicKey }: DrawOrder): DrawReport {
  const proof = proveDays({ days, publicKey })
  if (proof.kind !== 'proven') return proof
  const { known, historyFrom, proven } = proof
  const { from, until, bars } = recomputedDay({
    ...{ date, instrumentId, alwaysOpen, days: known, sha256, historyFrom },
    scenario: scenario === null ? null : (JSON.parse(scenario) as Scenario),
  })
  return { kind: 'drawn', from, until, bars, proven }
}
