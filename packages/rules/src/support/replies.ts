/**
 * Replies that staff send as they are, in the customer's own language. The words are in `packages/text/<language>/replies.json` under these
 * names.
 */
export const cannedReplies = ['received', 'moreDetail', 'depositWay', 'withdrawalReview', 'identityPhoto', 'solved'] as const
export type CannedReply = (typeof cannedReplies)[number]
