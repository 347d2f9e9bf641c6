/**
 * How Node runs the server. A start makes many short-lived objects, and V8 otherwise sets aside some hundred megabytes for such, which it gives
 * back only after two quiet minutes.
 */
const MAX_NEW_OBJECTS_MB = 16
export const serverHeap = [`--max-semi-space-size=${MAX_NEW_OBJECTS_MB}`]
