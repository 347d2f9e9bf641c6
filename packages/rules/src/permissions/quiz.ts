/** Five questions about block trades, each with three answers; the words are in `text/<language>/permissions.json`. */
export const quizQuestions = ['size', 'price', 'lock', 'firm', 'risk'] as const
export type QuizQuestion = (typeof quizQuestions)[number]

export const ANSWERS_OF_QUESTION = 3
