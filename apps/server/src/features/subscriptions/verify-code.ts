/** The draw once more, for Node and nothing else: it reads the answer of the fairness call and says whether the result follows from it. */
export const VERIFY_CODE = `import { createHash, createHmac } from 'node:crypto'
const draw = JSON.parse(await new Response(process.stdin).text()).data
const sorted = draw.list.toSorted((a, b) => (a.number < b.number ? -1 : 1))
const list = sorted.map(({ number, lots }) => number + ':' + lots).join('\\n')
const listHash = createHash('sha256').update(list).digest()
const secret = Buffer.from(draw.S, 'hex')
const seed = createHmac('sha256', secret).update(listHash).update(draw.E).digest()
const keyOf = (number) => createHmac('sha256', seed).update(number).digest('hex')
const ranked = draw.list.map((each) => ({ ...each, key: keyOf(each.number) })).toSorted((a, b) => (a.key < b.key ? -1 : 1))
const total = ranked.reduce((sum, { lots }) => sum + lots, 0)
const base = Math.min(Math.floor(draw.quota / 2), ranked.length)
const first = ranked.map((_, at) => (at < base ? 1 : 0))
const open = ranked.map(({ lots }, at) => lots - first[at])
const openTotal = total - base
const rest = draw.quota - base
const given = open.map((lots) => Math.floor((lots * rest) / openTotal))
const left = rest - given.reduce((sum, lots) => sum + lots, 0)
const order = open.map((lots, at) => [at, (lots * rest) % openTotal]).toSorted((a, b) => b[1] - a[1] || a[0] - b[0])
for (const [at] of order.slice(0, left)) given[at] += 1
const result = new Map(ranked.map(({ number, lots }, at) => [number, total <= draw.quota ? lots : first[at] + given[at]]))
const beacon = draw.beaconUrl && (await (await fetch(draw.beaconUrl + '/public/' + draw.beaconRound)).json()).randomness
console.log('public value', draw.E === (beacon ?? draw.id))
console.log('commitment', createHash('sha256').update(secret).digest('hex') === draw.commitHash)
console.log('list', listHash.toString('hex') === draw.listHash)
console.log('result', draw.allotments.every(({ number, lots }) => result.get(number) === lots))
`
