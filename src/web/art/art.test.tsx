import { createElement, Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { AyurvedaArt } from '#web/art/ayurveda-art.tsx';
import { FallenLeafArt, LeafArt, SproutArt } from '#web/art/leaf.tsx';
import { HerbalismArt } from '#web/art/herbalism-art.tsx';
import { HeroArt } from '#web/art/hero-art.tsx';
import { LotusArt } from '#web/art/lotus.tsx';
import { Mark } from '#web/art/mark.tsx';
import { PostPicture } from '#web/art/post-picture.tsx';
import { RootsArt } from '#web/art/roots-art.tsx';
import { StudioMapArt } from '#web/art/studio-map-art.tsx';
import { SunAndMoonArt } from '#web/art/sun-and-moon-art.tsx';
import { TendrilArt } from '#web/art/tendril-art.tsx';
import { TypeArt } from '#web/landing/ways.tsx';
import { artTypeOf, tintClassOf, TypeIcon } from '#web/art/type-icon.tsx';
import { YogaArt } from '#web/art/yoga-art.tsx';

const drawings = {
  AyurvedaArt,
  FallenLeafArt,
  HerbalismArt,
  HeroArt,
  LeafArt,
  LotusArt,
  Mark,
  RootsArt,
  SproutArt,
  StudioMapArt,
  SunAndMoonArt,
  TendrilArt,
  YogaArt,
};

describe.each(Object.entries(drawings))('%s', (_name, Art) => {
  const twice = renderToStaticMarkup(createElement(Fragment, {}, <Art />, <Art />));

  it('can be used twice on a page: ids are unique and references resolve', () => {
    const ids = [...twice.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, target] of twice.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
  });

  it('has no style attribute and no raw colour', () => {
    expect(twice).not.toContain('style=');
    expect(twice.replaceAll(/href="[^"]*"| id="[^"]*"/g, '')).not.toMatch(/#[0-9a-f]{3,8}\b|rgb\(/i);
  });

  it('is decorative unless it has a title', () => {
    expect(twice).toContain('aria-hidden="true"');
    const titled = renderToStaticMarkup(<Art title="A drawing" />);
    expect(titled).toContain('role="img"');
    expect(titled).toContain('aria-label="A drawing"');
    expect(titled).not.toContain('aria-hidden');
  });
});

describe('icons by service type', () => {
  it('exist for the three types and the start of a journey, and fall back to Ayurveda', () => {
    expect(artTypeOf('YOGA')).toBe('YOGA');
    expect(artTypeOf('Herbalism')).toBe('HERBALISM');
    expect(artTypeOf('REIKI')).toBe('AYURVEDA');
    expect(tintClassOf('')).toBe('is-start');
    expect(tintClassOf('YOGA')).toBe('is-yoga');
    const icon = (type: string) => renderToStaticMarkup(<TypeIcon type={type} />);
    expect(icon('REIKI')).toBe(icon('AYURVEDA'));
    expect(new Set(['AYURVEDA', 'HERBALISM', 'YOGA', ''].map(icon)).size).toBe(4);
    expect(renderToStaticMarkup(<TypeArt type="YOGA" />)).toBe(renderToStaticMarkup(<YogaArt />));
  });
});

describe('pictures of posts', () => {
  it('show our own drawings in the colours of both themes', () => {
    const own = renderToStaticMarkup(<PostPicture url="/art/blog-ginger.svg" alt="A cup" className="wide" />);
    const pictures = own.match(/<img [^>]*>/g)!;
    expect(pictures).toHaveLength(2);
    expect(pictures[0]).toContain('src="/art/blog-ginger.svg" alt="A cup" ');
    expect(pictures[1]).toContain('src="/art/dark/blog-ginger.svg" alt="A cup" ');
    expect(pictures[0]).toContain('loading="lazy" class="only-light wide"');
    expect(pictures[1]).toContain('loading="lazy" class="only-dark wide"');
  });

  it('show any other address as an image', () => {
    const other = renderToStaticMarkup(<PostPicture url="https://example.com/a.jpg" alt="" />);
    expect(other).toContain('<img src="https://example.com/a.jpg" alt=""');
  });
});
