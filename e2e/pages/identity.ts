import { expect } from '@playwright/test'
import type { PictureFile } from '../pictures.ts'
import { Screen } from './screen.ts'

export type Paper = Readonly<{ firstName: string; lastName: string; number: string; birthDate: string }>

/** The state of a customer's identity check. */
export class IdentityPage extends Screen {
  isShown(): Promise<this> {
    return this.shows(this.say('kyc', 'title'))
  }

  async toCard(): Promise<PaperPage> {
    await this.content.getByRole('link', { name: new RegExp(`^${this.say('kyc', 'idcard')}`) }).click()
    return new PaperPage(this.visit).isShown()
  }

  /** Asks again until the text is there; the review runs by itself. */
  async waitsFor(text: string): Promise<void> {
    const ask = this.content.getByRole('button', { name: this.say('kyc', 'review.ask') })
    await expect(async () => {
      if (await ask.isVisible()) await ask.click({ timeout: 1_000 }).catch(() => undefined)
      await expect(this.content.getByText(text)).toBeVisible({ timeout: 500 })
    }).toPass()
  }
}

/** The three steps of an identity card. */
export class PaperPage extends Screen {
  isShown(): Promise<this> {
    return this.shows(this.say('kyc', 'idcard'))
  }

  async typesIn(paper: Paper): Promise<void> {
    const fields = { firstName: paper.firstName, lastName: paper.lastName, idNumber: paper.number, birthDate: paper.birthDate } as const
    for (const [field, value] of Object.entries(fields) as [keyof typeof fields, string][]) {
      await this.content.getByLabel(this.say('kyc', field), { exact: true }).fill(value)
    }
    await this.goOn()
  }

  /** Chooses a picture of one side and takes it. */
  async photographs(side: 'front' | 'back', picture: PictureFile): Promise<void> {
    const field = this.content.getByRole('region', { name: this.say('kyc', side), exact: true })
    await field.locator('input[type=file]').setInputFiles(picture)
    await field.getByRole('button', { name: this.say('kyc', 'photo.use'), exact: true }).click()
    await expect(field.getByRole('button', { name: this.say('ui', 'photoReplace') })).toBeVisible()
  }

  async goOn(): Promise<void> {
    await this.content
      .getByRole('button', { name: this.say('kyc', 'continue'), exact: true })
      .filter({ visible: true })
      .click()
  }

  async send(): Promise<IdentityPage> {
    await this.content.getByRole('button', { name: this.say('kyc', 'send'), exact: true }).click()
    return new IdentityPage(this.visit).isShown()
  }
}
