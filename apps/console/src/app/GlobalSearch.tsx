import { Search } from 'lucide-react'
import { useState } from 'react'
import { may, usePowers } from './session.ts'
import { goTo } from './use-hash.ts'
import { say } from './words.ts'

const MAX_LENGTH = 50

/** Finds a customer from any screen, by anything of theirs that is written in full. */
export function GlobalSearch() {
  const powers = usePowers()
  const [typed, setTyped] = useState('')
  if (!may(powers, 'accounts.find')) return <span className="flex-1" />
  return (
    <form
      role="search"
      className="mx-2 flex min-w-0 flex-1"
      onSubmit={(event) => {
        event.preventDefault()
        if (typed.trim() === '') return
        goTo(`#/accounts?${new URLSearchParams({ search: typed.trim() }).toString()}`)
        setTyped('')
      }}
    >
      <label className="flex min-h-10 w-full max-w-[420px] items-center gap-2 rounded-control bg-s2 px-3 text-text3 focus-within:outline-2 focus-within:outline-accent">
        <Search aria-hidden size={16} />
        <input
          type="search"
          aria-label={say('app.search')}
          placeholder={say('app.searchHint')}
          value={typed}
          maxLength={MAX_LENGTH}
          onChange={(event) => setTyped(event.target.value)}
          className="min-w-0 flex-1 bg-transparent text-label text-text1 outline-none placeholder:text-text3"
        />
      </label>
    </form>
  )
}
