/**
 * Places for labels of one height that want to stand at given heights: in the order of their prices, none over another, each group that
 * crowds around the middle of the places it wants. The list comes back in the order it came.
 */
export function stackedPlaces(wanted: readonly number[], height: number): readonly number[] {
  const order = wanted.map((place, at) => ({ place, at })).toSorted((a, b) => a.place - b.place || a.at - b.at)
  const groups: Group[] = []
  for (const { place, at } of order) {
    let group: Group = { members: [at], sum: place, start: place }
    for (
      let before = groups.at(-1);
      before !== undefined && before.start + before.members.length * height > group.start;
      before = groups.at(-1)
    ) {
      groups.pop()
      group = joined(before, group, height)
    }
    groups.push(group)
  }
  const places = [...wanted]
  for (const { members, start } of groups) for (const [step, at] of members.entries()) places[at] = start + step * height
  return places
}

/** `sum` is that of the places its members want; `start` is where its first stands. */
type Group = Readonly<{ members: readonly number[]; sum: number; start: number }>

function joined(above: Group, below: Group, height: number): Group {
  const members = [...above.members, ...below.members]
  const sum = above.sum + below.sum
  return { members, sum, start: sum / members.length - ((members.length - 1) * height) / 2 }
}
