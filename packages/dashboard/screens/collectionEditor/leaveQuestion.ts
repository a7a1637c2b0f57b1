/** Asked before an editor closes over what was not saved. */
export const leaveQuestion = { text: 'You have unsaved changes. Do you really want to close the panel?', danger: true } as const
