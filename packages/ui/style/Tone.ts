/** The meaning of a color. Always accompanied by an icon or a word. */
export type Tone = 'accent' | 'info' | 'success' | 'warning' | 'danger'
