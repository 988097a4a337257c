import { describe, expect, it } from 'vitest';
import { guidePages, guidesFor } from './guide-pages.ts';

describe('the guides for somebody', () => {
  it('begin with that of the role, and are all there', () => {
    const pages = guidesFor({ roles: ['manager'], isStaff: true });

    expect(pages[0]).toBe('administrator-de-bloc');
    expect(pages.toSorted()).toEqual(guidePages.toSorted());
  });

  it('begin with those of both roles of somebody who has two', () => {
    const pages = guidesFor({ roles: ['ara_user', 'container_admin'], isStaff: true });

    expect(pages.slice(0, 2)).toEqual(['administrator-de-containere', 'locatar']);
    expect(pages).toHaveLength(guidePages.length);
  });

  it('are one for a resident', () => {
    expect(guidesFor({ roles: ['ara_user'], isStaff: false })).toEqual(['locatar']);
  });
});
