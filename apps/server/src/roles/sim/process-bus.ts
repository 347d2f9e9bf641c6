import { type Bus, NoAnswer, type Stop } from '../../bus/bus.ts'

/** The bus as one process has it, which can die: then it says nothing more, and hears nothing. */
export function processBus(bus: Bus): Readonly<{ bus: Bus; cut: () => void }> {
  const stops: Stop[] = []
  let isCut = false
  const kept = (stop: Stop): Stop => {
    stops.push(stop)
    return stop
  }
  return {
    bus: {
      async request(subject, body, patienceMs) {
        if (isCut) return new Promise<never>(() => undefined)
        const answer = await bus.request(subject, body, patienceMs)
        if (isCut) throw new NoAnswer('this process is gone')
        return answer
      },
      answer: (subject, answer) => kept(bus.answer(subject, (body) => (isCut ? Promise.reject(new NoAnswer('gone')) : answer(body)))),
      publish: (subject, body) => void (isCut || bus.publish(subject, body)),
      listen: (subject, hear) => kept(bus.listen(subject, (body) => void (isCut || hear(body)))),
      close: async () => undefined,
    },
    cut: () => {
      isCut = true
      for (const stop of stops) stop()
    },
  }
}
