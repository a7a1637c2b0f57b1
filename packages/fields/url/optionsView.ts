import { domainOptionsView } from '../domains/optionsView.ts'

export const optionsView = domainOptionsView
