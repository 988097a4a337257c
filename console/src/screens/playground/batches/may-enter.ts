import type { Viewer } from '../../../session/viewer.ts';

/** Who may use the test screens: anybody outside production, root everywhere (experience.md, "Playground"). */
export const mayEnter = (production: boolean, { roles }: Pick<Viewer, 'roles'>): boolean =>
  !production || roles.includes('root');
