import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { NoQuery } from '../fields.ts';
import {
  AppId,
  AppPage,
  AppResource,
  CreateAppBody,
  IssuedApp,
  ListAppsQuery,
  UpdateAppBody,
} from './app-schemas.ts';
import { RotateSecretBody } from './client-schemas.ts';
import { idempotencyHeader, ifMatchHeader } from '../bearer/request-headers.ts';
import { familyCalls } from '../bearer/family-calls.ts';
import { ADMIN_ROUTES } from './route-table.ts';

const c = initContract();
const AppParams = z.object({ id: AppId });

const { metadata, failures } = familyCalls('admin', 'admin');
// A second rotation ends a secret that is in use.
const rotation = { ...metadata.change, isOnce: true } as const;

/** The operations of administrators on Apps. */
export const appRoutes = c.router({
  /** Registers an App. */
  createApp: {
    ...ADMIN_ROUTES.createApp,
    summary: 'Register an App',
    description: 'The secret is in this answer alone. A name that is taken is a `conflict`.',
    query: NoQuery,
    headers: idempotencyHeader,
    body: CreateAppBody,
    responses: { 201: IssuedApp, ...failures.create },
    metadata: metadata.create,
  },
  /** Pages through the Apps. */
  listApps: {
    ...ADMIN_ROUTES.listApps,
    summary: 'List Apps',
    description: 'All Apps, disabled ones too, newest first unless asked otherwise.',
    query: ListAppsQuery,
    responses: { 200: AppPage, ...failures.list },
    metadata: metadata.list,
  },
  /** Reads one App. */
  getApp: {
    ...ADMIN_ROUTES.getApp,
    summary: 'Read an App',
    description: 'The App, without its secrets.',
    pathParams: AppParams,
    query: NoQuery,
    responses: { 200: AppResource, ...failures.get },
    metadata: metadata.get,
  },
  /** Changes name, permissions or allow list. */
  updateApp: {
    ...ADMIN_ROUTES.updateApp,
    summary: 'Update an App',
    description: 'Only the fields sent change. Every process follows within 5 s.',
    pathParams: AppParams,
    query: NoQuery,
    headers: ifMatchHeader,
    body: UpdateAppBody,
    responses: { 200: AppResource, ...failures.change },
    metadata: metadata.change,
  },
  /** Gives the App another secret. */
  rotateAppSecret: {
    ...ADMIN_ROUTES.rotateAppSecret,
    summary: "Rotate an App's secret",
    description:
      'The new secret is in this answer alone; the old one signs for `overlapSeconds` more, and the one before it no longer. Send `If-Match`, so that a repeated call does not end the secret in use.',
    pathParams: AppParams,
    query: NoQuery,
    headers: ifMatchHeader,
    body: RotateSecretBody,
    responses: { 200: IssuedApp, ...failures.change },
    metadata: rotation,
  },
  /** Refuses the App from now on. */
  disableApp: {
    ...ADMIN_ROUTES.disableApp,
    summary: 'Disable an App',
    description:
      'Refuses the calls of the App; every process follows within 5 s. Its intents go on. Repeating it changes nothing.',
    pathParams: AppParams,
    query: NoQuery,
    headers: ifMatchHeader,
    body: c.noBody(),
    responses: { 200: AppResource, ...failures.act },
    metadata: metadata.act,
  },
  /** Lets the App call again. */
  enableApp: {
    ...ADMIN_ROUTES.enableApp,
    summary: 'Enable an App',
    description: 'Lets a disabled App call again, within 5 s. Repeating it changes nothing.',
    pathParams: AppParams,
    query: NoQuery,
    headers: ifMatchHeader,
    body: c.noBody(),
    responses: { 200: AppResource, ...failures.act },
    metadata: metadata.act,
  },
});
