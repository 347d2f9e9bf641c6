import { type SavedView, views } from '@rueda/contract/admin/views.ts'
import { Chip } from '@rueda/ui/choices/Chip.tsx'
import { useQuery } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { call, read } from '../../app/api.ts'
import { TextButton } from '../../app/TextButton.tsx'
import { useAct } from '../../app/use-act.ts'
import { goTo, useHash } from '../../app/use-hash.ts'
import { viewQuery } from '../../app/view-query.ts'
import { say } from '../../app/words.ts'
import { NameForm } from './NameForm.tsx'

/** A colleague's views of a list: filters and order under a name, in every browser of theirs. */
export function SavedViews({ screen }: Readonly<{ screen: string }>) {
  const query = viewQuery(useHash())
  const list = useQuery(read(views.list, {}))
  const own = (list.data ?? []).filter((view) => view.screen === screen)
  const present = own.find((view) => view.query === query) ?? null
  if (own.length === 0 && query === '') return null
  return (
    <div role="group" aria-label={say('views.title')} className="flex min-h-10 flex-wrap items-center gap-2">
      <Bookmark aria-hidden size={16} strokeWidth={1.75} className="text-text3" />
      {own.map((view) => (
        <Chip key={view.id} selected={view === present} onPress={() => goTo(`#/${screen}?${view.query}`)}>
          {view.name}
        </Chip>
      ))}
      {present !== null ? <Keeping key={present.id} view={present} /> : null}
      {present === null && query !== '' && list.isSuccess ? <Saving key={query} screen={screen} query={query} /> : null}
    </div>
  )
}

function Saving({ screen, query }: Readonly<{ screen: string; query: string }>) {
  const [isNaming, setNaming] = useState(false)
  const { busy, act } = useAct()
  const save = (name: string) =>
    act(
      () => call(views.save, { screen, name, query }),
      () => say('views.saved'),
    )
  if (!isNaming) return <TextButton onPress={() => setNaming(true)}>{say('views.save')}</TextButton>
  return <NameForm name="" busy={busy} onName={(name) => void save(name)} onCancel={() => setNaming(false)} />
}

function Keeping({ view: { id, name } }: Readonly<{ view: SavedView }>) {
  const [doing, setDoing] = useState<'rename' | 'remove' | null>(null)
  const { busy, act } = useAct()
  const nothing = (): void => setDoing(null)
  const rename = async (chosen: string): Promise<void> => {
    const done = await act(
      () => call(views.rename, { id, name: chosen }),
      () => say('views.renamed'),
    )
    if (done) nothing()
  }
  const remove = () =>
    act(
      () => call(views.remove, { id }),
      () => say('views.removed'),
    )
  if (doing === 'rename') return <NameForm name={name} busy={busy} onName={(chosen) => void rename(chosen)} onCancel={nothing} />
  if (doing === 'remove') {
    return (
      <>
        <span className="text-label text-text2">{say('views.removeWhich', { name })}</span>
        <TextButton disabled={busy} onPress={() => void remove()}>
          {say('views.remove')}
        </TextButton>
        <TextButton onPress={nothing}>{say('app.cancel')}</TextButton>
      </>
    )
  }
  return (
    <>
      <TextButton onPress={() => setDoing('rename')}>{say('views.rename')}</TextButton>
      <TextButton onPress={() => setDoing('remove')}>{say('views.remove')}</TextButton>
    </>
  )
}
