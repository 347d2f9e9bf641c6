import { useQuery } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { rise, sit } from '../testing/console-harness.tsx'
import { Drawer } from './Drawer.tsx'
import { RowList } from './RowList.tsx'

/** Goal: whoever works with the keyboard comes back from a drawer to where they were. */
beforeEach(() => void (window.location.hash = '#/list'))
afterEach(() => {
  rise()
  window.location.hash = ''
})

function Form({ asks = false }: Readonly<{ asks?: boolean }>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      <input aria-label="elsewhere" />
      {isOpen ? (
        <Drawer title="form" onClose={() => setOpen(false)}>
          <input aria-label="field" autoFocus={asks} />
        </Drawer>
      ) : null}
    </>
  )
}

const rows = [{ id: 'one' }, { id: 'two' }]

function List() {
  const query = useQuery({ queryKey: ['rows'], queryFn: () => rows, initialData: rows })
  return (
    <RowList
      label="rows"
      query={query}
      columns={[{ label: 'Name', show: ({ id }) => id }]}
      idOf={({ id }) => id}
      drawer={({ id, close }) => (
        <Drawer title={id} onClose={close}>
          {id}
        </Drawer>
      )}
    />
  )
}

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
const focused = () => document.activeElement?.textContent
const openForm = (): void => {
  screen.getByText('open').focus()
  fireEvent.click(screen.getByText('open'))
}

it.each([true, false])('gives the keyboard back to the button that opened it, whether a field asks for it or not (%s)', (asks) => {
  sit(<Form asks={asks} />)
  openForm()
  expect(screen.getByRole('complementary').contains(document.activeElement)).toBe(true)
  press('Escape')
  expect(document.activeElement).toBe(screen.getByText('open'))
})

it('gives the keyboard back after Close too', () => {
  sit(<Form />)
  openForm()
  const close = screen.getByRole('button', { name: 'Close' })
  close.focus()
  fireEvent.click(close)
  expect(document.activeElement).toBe(screen.getByText('open'))
})

it('leaves the keyboard to whoever went on elsewhere', () => {
  sit(<Form />)
  openForm()
  screen.getByLabelText('elsewhere').focus()
  press('Escape')
  expect(document.activeElement).toBe(screen.getByLabelText('elsewhere'))
})

it('gives the keyboard to the row that was opened out of nowhere', async () => {
  sit(<List />)
  press('Enter')
  await screen.findByRole('complementary', { name: 'one' })
  press('Escape')
  await expect.poll(focused).toBe('one')
})

it('gives the keyboard to the row that was shown last', async () => {
  sit(<List />)
  press('j')
  press('k')
  press('Enter')
  await screen.findByRole('complementary', { name: 'one' })
  press('n')
  await screen.findByRole('complementary', { name: 'two' })
  press('Escape')
  await expect.poll(focused).toBe('two')
})
