import type { Viewer } from '../../../session/viewer.ts';
import { ContainerStatusCountsDocument } from '../../container-status/container-status.graphql.ts';
import { ContainerProblemsDocument } from './problems.graphql.ts';
import { mostProblems, toldOfProblems } from './first-asked.ts';

export const countsQuestion = { query: ContainerStatusCountsDocument } as const;
export const problemsQuestion = { query: ContainerProblemsDocument, variables: { first: mostProblems } } as const;

/** What home asks for what it begins with. */
export const homeQuestions = ({ may }: Pick<Viewer, 'may'>) =>
  may(toldOfProblems) ? [countsQuestion, problemsQuestion] : [];
