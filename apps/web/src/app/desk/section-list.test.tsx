import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { routePaths } from '../../routes.ts'
import { leave, visit } from '../../testing/screen-harness.tsx'
import { SectionList, sectionGroups } from './SectionList.tsx'
import { PROFILE, listedPaths, sectionOf } from './sections.ts'

/** Goal: from one page of the account to the next without going back (`docs/rules/screens.md`, the desk). */
afterEach(leave)

const open = (signedIn: boolean) =>
  visit(() => <SectionList current="pages/setting/security" />, { at: 'pages/setting/devices', answers: [], signedIn })
const names = () => screen.getAllByRole('link').map(({ textContent }) => textContent)

describe('the list of sections', () => {
  it('has the doors of the profile’s menu, and keeps the place of each', () => {
    const doors = sectionGroups.flatMap((group) => group.doors.map(({ path }) => path))
    expect(listedPaths).toEqual([PROFILE, ...doors])
  })

  it('marks the page in view, and the one that it belongs to', async () => {
    await open(true)
    const current = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page')
    expect(current.map(({ textContent }) => textContent)).toEqual(['Centro de seguridad'])
    expect(sectionOf('pages/setting/twofactor')).toBe('pages/setting/security')
    expect(sectionOf('pages/about/licences')).toBe('pages/about/index')
  })

  it('is beside every page of settings', () => {
    const settings = routePaths.filter((path) => path.startsWith('pages/setting/'))
    expect(settings.length).toBeGreaterThan(1)
    expect(settings.filter((path) => sectionOf(path) === null)).toEqual([])
  })

  it('is beside no page of trading, of products or of signing in', () => {
    const without = routePaths.filter((path) => sectionOf(path) === null)
    expect(without).toEqual(expect.arrayContaining(['', 'pages/market/index', 'pages/quote/stock', 'pages/loan/index', 'pages/auth/login']))
  })

  it('goes up and down with the arrows, and to both ends', async () => {
    await open(true)
    const links = within(screen.getByRole('navigation', { name: 'Cuenta y ayuda' })).getAllByRole('link')
    links[0]?.focus()
    const walk = ['ArrowDown', 'ArrowDown', 'ArrowUp', 'End', 'ArrowDown', 'Home'].map((key) => {
      fireEvent.keyDown(document.activeElement ?? document.body, { key })
      return links.findIndex((link) => link === document.activeElement)
    })
    expect(walk).toEqual([1, 2, 1, links.length - 1, links.length - 1, 0])
  })

  it('shows a guest what a guest may open', async () => {
    await open(false)
    expect(names()).toEqual(expect.arrayContaining(['Perfil', 'Tarifas e impuestos', 'Ajustes', 'Acerca de']))
    expect(names()).not.toContain('Depositar')
  })
})
