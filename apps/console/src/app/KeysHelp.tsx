import { Button } from '@rueda/ui/actions/Button.tsx'
import { IconButton } from '@rueda/ui/actions/IconButton.tsx'
import { Keyboard } from 'lucide-react'
import { useRef } from 'react'
import { Key } from './Key.tsx'
import { useKeys } from './keys.ts'
import { type WordKey, say } from './words.ts'

const groups: readonly Readonly<{ title: WordKey; keys: readonly (readonly [keys: readonly string[], means: WordKey])[] }>[] = [
  {
    title: 'keys.lists',
    keys: [
      [['j', 'k', '↓', '↑'], 'keys.move'],
      [['Enter'], 'keys.open'],
      [['x'], 'keys.select'],
      [['?'], 'keys.this'],
    ],
  },
  {
    title: 'keys.inCase',
    keys: [
      [['c', 'Enter'], 'keys.claim'],
      [['a'], 'keys.approve'],
      [['r'], 'keys.refuse'],
      [['w'], 'keys.write'],
      [['1', '…', '9'], 'keys.choose'],
      [['Enter'], 'keys.confirm'],
      [['Ctrl', 'Enter'], 'keys.send'],
      [['j', 'n', 'k'], 'keys.next'],
      [['Esc'], 'keys.close'],
    ],
  },
]

/** Every key of the console, behind the question mark and a button for whoever does not know it. */
export function KeysHelp() {
  const dialog = useRef<HTMLDialogElement>(null)
  const show = (): void => dialog.current?.showModal()
  useKeys(({ key }) => {
    if (key === '?') show()
  })
  return (
    <>
      <IconButton label={say('keys.title')} icon={Keyboard} onPress={show} />
      <dialog
        ref={dialog}
        aria-label={say('keys.title')}
        className="m-auto w-[520px] max-w-[90vw] rounded-card bg-s1 p-5 text-text1 backdrop:bg-scrim"
      >
        <h2 className="pb-1 text-nav">{say('keys.title')}</h2>
        <p className="pb-3 text-label text-text2">{say('keys.help')}</p>
        {groups.map(({ title, keys }) => (
          <section key={title} aria-label={say(title)} className="pb-3">
            <h3 className="pb-1 text-label text-text3">{say(title)}</h3>
            <dl className="grid grid-cols-[120px_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-label">
              {keys.map(([pressed, means]) => (
                <div key={means} className="contents">
                  <dt className="flex flex-wrap items-center gap-1">
                    {pressed.map((each) => (
                      <Key key={each}>{each}</Key>
                    ))}
                    <span className="sr-only">{pressed.join(' ')}</span>
                  </dt>
                  <dd>{say(means)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <div className="flex justify-end">
          <Button tone="secondary" onPress={() => dialog.current?.close()}>
            {say('app.close')}
          </Button>
        </div>
      </dialog>
    </>
  )
}
