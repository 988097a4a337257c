import type { ReactNode } from 'react';
import classes from './FieldRow.module.css';

/** Fields side by side, whose boxes stand in one line also where one label takes two lines or one has an explanation. */
export const FieldRow = ({ children }: { children: ReactNode }) => <div className={classes.row}>{children}</div>;
