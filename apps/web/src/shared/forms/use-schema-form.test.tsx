import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { judgedBy } from './faults.ts'
import { Form } from './Form.tsx'
import { useSchemaForm } from './use-schema-form.ts'

const twice = z
  .object({ name: z.string().trim().min(1), again: z.string() })
  .refine(({ name, again }) => name === again.trim(), { path: ['again'] })

const sent = vi.fn<(values: object) => void>()

function Shown() {
  const form = useSchemaForm(twice, { name: '', again: '' })
  return (
    <Form onSend={() => form.send(sent)}>
      <TextField {...form.field('name')} label="Name" error={form.isWrong('name') ? 'A name' : null} />
      <TextField {...form.field('again')} label="Again" error={form.isWrong('again') ? 'The same' : null} />
      <button type="button" onClick={() => void form.check('name')}>
        Check
      </button>
      <button type="submit" disabled={form.values.again === 'never'}>
        {form.isWhole ? 'Send' : 'Not yet'}
      </button>
    </Form>
  )
}

function OneOfLines() {
  const form = useSchemaForm(z.object({ lines: z.string().min(1) }), { lines: '' })
  return (
    <Form onSend={() => form.send(sent)}>
      <TextField {...form.field('lines')} label="Lines" lines={2} />
      <button type="submit">Send</button>
    </Form>
  )
}

const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
const type = (label: string, value: string) => act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value } }))

afterEach(() => {
  cleanup()
  sent.mockReset()
})

it('tells nothing before it is sent, and goes to the first wrong field then', async () => {
  render(<Shown />)
  await type('Again', 'Ana')
  expect(screen.queryByText('The same')).toBeNull()
  await press('Not yet')
  expect(screen.getByText('A name')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  expect(sent).not.toHaveBeenCalled()
})

it('takes back what it told while it is put right, also where another field was at fault', async () => {
  render(<Shown />)
  await type('Name', 'Ana')
  await press('Not yet')
  expect(screen.getByText('The same')).toBeDefined()
  await type('Name', '')
  await type('Again', 'Ana')
  await type('Name', 'Ana')
  expect(screen.queryByText('The same')).toBeNull()
})

it('gives on what the schema made of it', async () => {
  render(<Shown />)
  await type('Name', ' Ana ')
  await type('Again', 'Ana')
  await press('Send')
  expect(sent).toHaveBeenCalledWith({ name: 'Ana', again: 'Ana' })
})

const numbered = judgedBy<{ one: string; two: string }, 'missing' | 'other'>(
  z.object({ one: z.string(), two: z.string() }),
  ({ one, two }) => (one === '' ? { one: 'missing' } : one === two ? {} : { one: 'other', two: 'other' }),
)

function Numbered() {
  const form = useSchemaForm(numbered, { one: '', two: '' }, 'changed')
  return (
    <Form onSend={() => form.send(sent)}>
      <TextField {...form.field('one')} label="One" error={form.fault('one', ['missing', 'other'])} />
      <TextField {...form.field('two')} label="Two" lines={2} error={form.fault('two', ['other'])} />
      <button type="submit">Send</button>
    </Form>
  )
}

it('tells the fault in the word of the schema, and takes it back with any change where it is asked to', async () => {
  render(<Numbered />)
  await press('Send')
  expect(screen.getByText('missing')).toBeDefined()
  await type('One', 'a')
  expect(screen.queryByRole('alert')).toBeNull()
  await press('Send')
  expect(screen.getAllByText('other')).toHaveLength(2)
  await type('One', 'b')
  expect(screen.getAllByText('other')).toHaveLength(1)
  await press('Send')
  expect(screen.getAllByText('other')).toHaveLength(2)
  expect(sent).not.toHaveBeenCalled()
})

it('goes to a field of several lines as well', async () => {
  render(<OneOfLines />)
  await press('Send')
  expect(document.activeElement).toBe(screen.getByLabelText('Lines'))
})

it('tells one field by itself, and takes it back', async () => {
  render(<Shown />)
  await press('Check')
  expect(screen.getByText('A name')).toBeDefined()
  expect(screen.queryByText('The same')).toBeNull()
  await type('Name', 'Ana')
  expect(screen.queryByText('A name')).toBeNull()
})

function Refused({ said }: Readonly<{ said: string | null }>) {
  const form = useSchemaForm(twice, { name: '', again: '' })
  return (
    <Form onSend={() => form.send(sent)}>
      <TextField {...form.field('name')} label="Name" error={form.refused('name', said)} />
      <TextField {...form.field('again')} label="Again" />
      <button type="submit">Send</button>
    </Form>
  )
}

it('says what the server said of a field, and goes to it, until that field is changed, and again when it is sent as it was', async () => {
  const { rerender } = render(<Refused said={null} />)
  await type('Name', 'Ana')
  await type('Again', 'Ana')
  await press('Send')
  act(() => screen.getByLabelText('Again').focus())
  rerender(<Refused said="Taken" />)
  expect(screen.getByText('Taken')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  act(() => screen.getByLabelText('Again').focus())
  await type('Again', 'An')
  expect(document.activeElement).toBe(screen.getByLabelText('Again'))
  expect(screen.getByText('Taken')).toBeDefined()
  await type('Name', 'An')
  expect(screen.queryByText('Taken')).toBeNull()
  await press('Send')
  expect(screen.getByText('Taken')).toBeDefined()
})
