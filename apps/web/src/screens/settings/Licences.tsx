import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatNumber } from '@rueda/ui/formats/format.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Scale } from 'lucide-react'
import { useState } from 'react'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { useText } from '../../shared/text/text.ts'

/** What the build writes beside the app (`tools/licences.ts`). */
type ThirdParty = Readonly<{ name: string; version: string; licence: string; text: string | null }>

const ADDRESS = './licences.json'

async function readLicences(signal: AbortSignal): Promise<readonly ThirdParty[]> {
  const answer = await fetch(ADDRESS, { signal })
  if (!answer.ok) throw new Error(`${ADDRESS}: ${answer.status}`)
  return (await answer.json()) as readonly ThirdParty[]
}

/** Route `pages/about/licences`: every package that the app and the server are made of, with the text of its licence. */
export function Licences() {
  const t = useText('settings')
  const titles = useText('titles')
  const [search, setSearch] = useState('')
  const read = useQuery({
    queryKey: ['licences'],
    queryFn: ({ signal }) => readLicences(signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Screen title={titles('licences')}>
      <p className="text-label font-normal text-text2">{t('licences.why')}</p>
      <TextField type="search" label={t('licences.search')} value={search} onChange={setSearch} />
      <Loaded query={read} reason={whyFailed}>
        {(all) => <Found all={all} search={search.trim().toLowerCase()} />}
      </Loaded>
    </Screen>
  )
}

function Found({ all, search }: Readonly<{ all: readonly ThirdParty[]; search: string }>) {
  const t = useText('settings')
  const { language } = useUi()
  const found = all.filter(({ name, licence }) => `${name} ${licence}`.toLowerCase().includes(search))
  if (found.length === 0) return <EmptyState icon={Scale} text={t('licences.none')} />
  return (
    <Card rows title={t('licences.count', { num: formatNumber(language, String(found.length), { least: 0, most: 0 }) })}>
      {found.map((each) => (
        <details key={`${each.name} ${each.version}`} className="group">
          <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-3 py-2 [&::-webkit-details-marker]:hidden">
            <span className="min-w-0">
              <span className="block text-row break-words">{each.name}</span>
              <span className="num block text-meta text-text3">
                {each.version} · {each.licence}
              </span>
            </span>
            <ChevronDown aria-hidden size={18} className="flex-none text-text3 transition-transform group-open:rotate-180" />
          </summary>
          <p lang="en" className="pb-3 font-mono text-micro font-normal break-words whitespace-pre-wrap text-text2">
            {each.text ?? t('licences.noText')}
          </p>
        </details>
      ))}
    </Card>
  )
}
