/** What a town does before its locks open by card, in this order. */
export const firstSteps = ['organisation', 'accounts', 'files', 'groups', 'locks'] as const;
export type FirstStep = (typeof firstSteps)[number];

/** Figures of the first steps stop here: nobody sets up by the exact number of a hundred thousand apartments. */
export const firstStepsCounted = 10_000;
