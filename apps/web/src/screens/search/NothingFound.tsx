import { Button } from '@rueda/ui/actions/Button.tsx'
import { Chip } from '@rueda/ui/choices/Chip.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { SearchX } from 'lucide-react'
import { hrefTo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'

const tries = ['try.gold', 'try.dollar', 'try.fees'] as const

/** Nothing is called that: what the search finds, a few words that find something, and the way to look through the markets instead. */
export function NothingFound({ typed, onChoose }: Readonly<{ typed: string; onChoose: (word: string) => void }>) {
  const t = useText('search')
  return (
    <EmptyState
      icon={SearchX}
      title={t('none', { typed })}
      text={t('none.hint')}
      action={
        <div className="flex flex-col items-center gap-5">
          <div className="flex flex-col items-center gap-2.5">
            <p className="text-meta text-text3">{t('try')}</p>
            <div className="flex flex-wrap justify-center gap-2">
              {tries.map((word) => (
                <Chip key={word} onPress={() => onChoose(t(word))}>
                  {t(word)}
                </Chip>
              ))}
            </div>
          </div>
          <Button tone="secondary" href={hrefTo('pages/market/index')}>
            {t('try.market')}
          </Button>
        </div>
      }
    />
  )
}
