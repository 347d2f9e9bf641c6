import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'

/** A request that changes something, recognised by its key for ever. */
export type Flight = Readonly<{ key: string; account: number; path: string; body: Readonly<Record<string, unknown>> }>
export type Answer = Readonly<{ code: number; data: unknown }>

/**
 * The recorder of the crash test: a request is on disk before it is sent, its answer after it came. After a crash of the
 * tester itself the file holds all that the tester knew.
 */
export type FlightLog = Readonly<{
  sends: (flight: Flight) => void
  hears: (flight: Flight, answer: Answer) => void
  /** Requests that were sent, and never answered for sure. */
  unknown: () => Flight[]
  /** Requests answered with a success, which the server has promised. */
  promised: () => (readonly [Flight, Answer])[]
  close: () => void
}>

const SUCCESS_CODE = 200

export function openFlightLog(path: string): FlightLog {
  const file = openSync(path, 'a', 0o600)
  const flights = new Map<string, Flight>()
  const answers = new Map<string, Answer>()
  const write = (line: object): void => {
    writeSync(file, `${JSON.stringify(line)}\n`)
    fdatasyncSync(file)
  }
  const all = (): Flight[] => [...flights.values()]
  return {
    sends: (flight) => {
      flights.set(flight.key, flight)
      write({ sends: flight })
    },
    hears: (flight, answer) => {
      answers.set(flight.key, answer)
      write({ hears: flight.key, ...answer })
    },
    unknown: () => all().filter(({ key }) => !answers.has(key)),
    promised: () =>
      all().flatMap((flight) => {
        const answer = answers.get(flight.key)
        return answer?.code === SUCCESS_CODE ? [[flight, answer] as const] : []
      }),
    close: () => closeSync(file),
  }
}
