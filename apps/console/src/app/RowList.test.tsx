import { useQuery } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rise, sit } from '../testing/console-harness.tsx'
import { RowList } from './RowList.tsx'

/** Goal: a list is worked off from the top by the keyboard alone, and says where its keys are. */
beforeEach(() => void (window.location.hash = '#/list'))
afterEach(() => {
  rise()
  window.location.hash = ''
})

type Row = Readonly<{ id: string }>

function List() {
  const [rows, setRows] = useState<readonly Row[]>([{ id: 'one' }, { id: 'two' }, { id: 'three' }])
  const query = useQuery({ queryKey: ['rows', rows], queryFn: () => rows, initialData: rows })
  return (
    <>
      <input aria-label="field" />
      <RowList
        label="rows"
        query={query}
        columns={[{ label: 'Name', show: ({ id }) => id }]}
        idOf={({ id }) => id}
        drawer={({ id, byKey, close }) => (
          <aside>
            {`${id} ${byKey ? 'to work on' : 'to look at'}`}
            <button
              type="button"
              onClick={() => {
                setRows(rows.filter((row) => row.id !== id))
                close()
              }}
            >
              decide
            </button>
          </aside>
        )}
      />
    </>
  )
}

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
const cursor = () => document.querySelector('tr[data-cursor=true]')?.textContent
const opened = () => screen.findByRole('complementary')

describe('the keys of a list', () => {
  it('begin at the first row, which Enter opens to work on it', async () => {
    sit(<List />)
    expect(cursor()).toBe('one')
    press('Enter')
    expect((await opened()).textContent).toContain('one to work on')
  })

  it('move down and up and stop at the ends', async () => {
    sit(<List />)
    for (const key of ['j', 'ArrowDown', 'j', 'j']) press(key)
    expect(cursor()).toBe('three')
    press('k')
    expect(cursor()).toBe('two')
    press('Enter')
    expect((await opened()).textContent).toContain('two to work on')
  })

  it('stay where they were when the row is decided, so that the next one is there', async () => {
    sit(<List />)
    press('j')
    press('Enter')
    await opened()
    fireEvent.click(screen.getByText('decide'))
    await expect.poll(cursor).toBe('three')
  })

  it('show the next row to look at it, while one is open', async () => {
    sit(<List />)
    press('Enter')
    await opened()
    press('n')
    await expect.poll(async () => (await opened()).textContent).toContain('two to look at')
  })

  it('lead from a link of the menu into the list, where Enter opens the row', async () => {
    sit(
      <>
        <a href="#/list">menu</a>
        <List />
      </>,
    )
    screen.getByRole('link', { name: 'menu' }).focus()
    press('j')
    expect(document.activeElement?.textContent).toBe('two')
    press('Enter')
    expect((await opened()).textContent).toContain('two to work on')
  })

  it('mean nothing in a field', () => {
    sit(<List />)
    screen.getByLabelText('field').focus()
    press('j')
    press('Enter')
    expect(cursor()).toBe('one')
    expect(screen.queryByRole('complementary')).toBeNull()
  })

  it('do not open what a press with the mouse only shows', async () => {
    sit(<List />)
    fireEvent.click(screen.getByText('two'))
    expect((await opened()).textContent).toContain('two to look at')
  })
})
