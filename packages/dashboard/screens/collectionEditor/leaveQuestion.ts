/** Asked before an editor with unsaved changes closes. */
export const leaveQuestion = { text: 'You have unsaved changes. Do you really want to close the panel?', danger: true } as const
