/** Records under the day they belong to, in the order they come. The day is the reader's own, as the times are. */
export type Day<Item> = Readonly<{ day: string; items: readonly Item[] }>

export function groupByDay<Item>(items: readonly Item[], dayOf: (item: Item) => string): readonly Day<Item>[] {
  const days: { day: string; items: Item[] }[] = []
  for (const item of items) {
    const day = dayOf(item)
    const last = days.at(-1)
    if (last?.day === day) last.items.push(item)
    else days.push({ day, items: [item] })
  }
  return days
}
