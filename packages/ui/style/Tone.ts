/** What a colour may mean. It never means it alone: an icon or a word goes with it. */
export type Tone = 'accent' | 'info' | 'success' | 'warning' | 'danger'
