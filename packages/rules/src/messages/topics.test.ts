import { describe, expect, it } from 'vitest'
import { type TemplateKey, messageTemplates } from './templates.ts'
import { choose, firstChoices, isAlwaysSent, isSent, messageTopics, topicOf } from './topics.ts'

const templates = Object.keys(messageTemplates) as TemplateKey[]

describe('what a message is about', () => {
  it('is one topic for each of them', () => {
    expect(new Set(templates.map(topicOf))).toEqual(new Set(messageTopics))
    expect(topicOf('order.bought')).toBe('trading')
    expect(topicOf('margin.call')).toBe('trading')
    expect(topicOf('loan.call')).toBe('products')
    expect(topicOf('withdrawal.sent')).toBe('money')
    expect(topicOf('correction.taken')).toBe('money')
    expect(topicOf('staff.acted')).toBe('security')
    expect(topicOf('complaint.answered')).toBe('account')
    expect(topicOf('support.answered')).toBe('support')
    expect(topicOf('house.notice')).toBe('news')
  })
})

describe('what a customer chooses', () => {
  it('in the app is news and support alone: nothing that moves money, binds or protects', () => {
    expect(messageTopics.filter((topic) => !isAlwaysSent(topic, 'app'))).toEqual(['news', 'support'])
  })

  it('by mail is everything but security, and nothing before it was asked for', () => {
    expect(messageTopics.filter((topic) => !isAlwaysSent(topic, 'mail'))).toEqual(messageTopics.filter((topic) => topic !== 'security'))
    expect(messageTopics.filter((topic) => isSent(firstChoices, topic, 'mail'))).toEqual(['security'])
    expect(messageTopics.every((topic) => isSent(firstChoices, topic, 'app'))).toBe(true)
  })

  it('holds for its way alone, and is taken back', () => {
    const quiet = choose(firstChoices, 'news', 'app', false)
    expect([isSent(quiet, 'news', 'app'), isSent(quiet, 'support', 'app'), isSent(quiet, 'news', 'mail')]).toEqual([false, true, false])
    const mailed = choose(choose(quiet, 'news', 'mail', true), 'money', 'mail', true)
    expect([isSent(mailed, 'news', 'app'), isSent(mailed, 'news', 'mail'), isSent(mailed, 'money', 'mail')]).toEqual([false, true, true])
    expect(choose(choose(choose(mailed, 'news', 'app', true), 'news', 'mail', false), 'money', 'mail', false)).toEqual(firstChoices)
  })

  it('never silences what always comes, whatever was kept', () => {
    const all = { muted: messageTopics, mailed: [] }
    expect(messageTopics.filter((topic) => isSent(all, topic, 'app'))).toEqual(messageTopics.filter((topic) => isAlwaysSent(topic, 'app')))
    expect(isSent(all, 'security', 'mail')).toBe(true)
  })
})
