import { expect } from '@playwright/test'
import { suitabilityKey } from '@rueda/rules/suitability/key.ts'
import { type QuestionId, questionIds, questionPool } from '@rueda/rules/suitability/pool.ts'
import { Screen } from './screen.ts'
import { TicketPage } from './ticket.ts'

const ASKED = 8

/** The questions before the first position on margin. */
export class SuitabilityPage extends Screen {
  isShown(): Promise<this> {
    return this.shows(this.say('titles', 'suitability'))
  }

  async begin(name: 'begin' | 'continue' | 'again' = 'begin'): Promise<void> {
    await this.page.getByRole('button', { name: this.say('suitability', name), exact: true }).click()
    await this.isAt(1)
  }

  async isAt(step: number): Promise<void> {
    await this.says(this.say('suitability', 'progress', { num: step, total: ASKED }))
  }

  /** The question on the screen, found by its words. */
  async question(): Promise<QuestionId> {
    const said = await this.content.locator('legend').innerText()
    const id = questionIds.find((each) => said.includes(this.say('suitability-questions', each)))
    if (id === undefined) throw new Error(`no question says "${said}"`)
    return id
  }

  /** Chooses the right answer, or the one after it. */
  async choose(isRight: boolean): Promise<QuestionId> {
    const id = await this.question()
    const place = (suitabilityKey[id] + (isRight ? 0 : 1)) % questionPool[id].answers
    await this.content.getByRole('radio').nth(place).check()
    return id
  }

  async next(): Promise<void> {
    await this.page.getByRole('button', { name: this.say('suitability', 'next'), exact: true }).click()
  }

  /** Answers from this step to the last, the first so many of them wrong, and hands in; returns those answered wrong. */
  async answerFrom(step: number, wrong: number): Promise<readonly QuestionId[]> {
    const mistakes: QuestionId[] = []
    for (let at = step; at <= ASKED; at += 1) {
      await this.isAt(at)
      const isRight = at - step >= wrong
      const id = await this.choose(isRight)
      if (!isRight) mistakes.push(id)
      if (at < ASKED) await this.next()
    }
    await this.page.getByRole('button', { name: this.say('suitability', 'handIn') }).click()
    return mistakes
  }

  async ends(result: 'passed' | 'failed', right: number): Promise<void> {
    const told = this.page.getByRole('status').filter({ hasText: this.say('suitability', `result.${result}`) })
    await expect(told).toContainText(this.say('suitability', 'result.count', { num: right, total: ASKED }))
  }

  async explains(id: QuestionId): Promise<void> {
    await expect(this.content.getByText(this.say('suitability-questions', `${id}.why`), { exact: true })).toBeVisible()
  }

  async backToOrder(): Promise<TicketPage> {
    await this.page.getByRole('button', { name: this.say('common', 'back.order') }).click()
    return new TicketPage(this.visit)
  }
}
