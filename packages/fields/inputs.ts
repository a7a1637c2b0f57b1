export { loadRichTextEditor } from './editor/useRichTextEditor.tsx'
export { inputs as fieldInputs } from './registry/browser/inputs.ts'
