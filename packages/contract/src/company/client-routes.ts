import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { NoQuery } from '../fields.ts';
import {
  ConsentPage,
  CreateOAuthClientBody,
  IssuedOAuthClient,
  ListConsentsQuery,
  ListOAuthClientsQuery,
  OAuthClientPage,
  OAuthClientResource,
  RotateSecretBody,
  UpdateOAuthClientBody,
} from './client-schemas.ts';
import { idField } from '../bearer/id-fields.ts';
import { idempotencyHeader, ifMatchHeader } from '../bearer/request-headers.ts';
import { familyCalls } from '../bearer/family-calls.ts';
import { ADMIN_ROUTES } from './route-table.ts';

const c = initContract();
const ClientParams = z.object({ id: idField('client', 'the client') });
const ConsentParams = z.object({ id: idField('grant', 'the consent') });

const { metadata, failures } = familyCalls('admin', 'admin');
// A second rotation ends a secret that is in use.
const rotation = { ...metadata.change, isOnce: true } as const;

/** The operations of administrators on OAuth clients, and on what people have allowed them. */
export const clientRoutes = c.router({
  /** Registers a client. */
  createOAuthClient: {
    ...ADMIN_ROUTES.createOAuthClient,
    summary: 'Register an OAuth client',
    description:
      'A confidential client gets a secret, which is in this answer alone. What its tokens may do is what token, client and person all have, at each call.',
    query: NoQuery,
    headers: idempotencyHeader,
    body: CreateOAuthClientBody,
    responses: { 201: IssuedOAuthClient, ...failures.create },
    metadata: metadata.create,
  },
  /** Pages through the clients. */
  listOAuthClients: {
    ...ADMIN_ROUTES.listOAuthClients,
    summary: 'List OAuth clients',
    description: 'All clients, disabled ones too, newest first unless asked otherwise.',
    query: ListOAuthClientsQuery,
    responses: { 200: OAuthClientPage, ...failures.list },
    metadata: metadata.list,
  },
  /** Reads one client. */
  getOAuthClient: {
    ...ADMIN_ROUTES.getOAuthClient,
    summary: 'Read an OAuth client',
    description: 'The client, without its secret.',
    pathParams: ClientParams,
    query: NoQuery,
    responses: { 200: OAuthClientResource, ...failures.get },
    metadata: metadata.get,
  },
  /** Changes name, scopes, grant types or redirect URIs. */
  updateOAuthClient: {
    ...ADMIN_ROUTES.updateOAuthClient,
    summary: 'Update an OAuth client',
    description:
      'Only the fields sent change. A scope that is taken away ends with the next call of any token of the client.',
    pathParams: ClientParams,
    query: NoQuery,
    headers: ifMatchHeader,
    body: UpdateOAuthClientBody,
    responses: { 200: OAuthClientResource, ...failures.change },
    metadata: metadata.change,
  },
  /** Gives the client another secret. */
  rotateOAuthClientSecret: {
    ...ADMIN_ROUTES.rotateOAuthClientSecret,
    summary: "Rotate an OAuth client's secret",
    description:
      'The new secret is in this answer alone; the old one works for `overlapSeconds` more, and the one before it no longer. A public client has no secret: `conflict`. Send `If-Match`, so that a repeated call does not end the secret in use.',
    pathParams: ClientParams,
    query: NoQuery,
    headers: ifMatchHeader,
    body: RotateSecretBody,
    responses: { 200: IssuedOAuthClient, ...failures.change },
    metadata: rotation,
  },
  /** Refuses the client from now on. */
  disableOAuthClient: {
    ...ADMIN_ROUTES.disableOAuthClient,
    summary: 'Disable an OAuth client',
    description:
      'Refuses the client and all its tokens from the next call on. All of them work again after `enable`, unless they expire meanwhile. Repeating it changes nothing.',
    pathParams: ClientParams,
    query: NoQuery,
    headers: ifMatchHeader,
    body: c.noBody(),
    responses: { 200: OAuthClientResource, ...failures.act },
    metadata: metadata.act,
  },
  /** Lets the client call again. */
  enableOAuthClient: {
    ...ADMIN_ROUTES.enableOAuthClient,
    summary: 'Enable an OAuth client',
    description: 'Lets a disabled client call again. Repeating it changes nothing.',
    pathParams: ClientParams,
    query: NoQuery,
    headers: ifMatchHeader,
    body: c.noBody(),
    responses: { 200: OAuthClientResource, ...failures.act },
    metadata: metadata.act,
  },
  /** Removes the client. */
  deleteOAuthClient: {
    ...ADMIN_ROUTES.deleteOAuthClient,
    summary: 'Delete an OAuth client',
    description:
      'Removes the client with all consents and tokens, for good. The audit log keeps what it was.',
    pathParams: ClientParams,
    query: NoQuery,
    headers: ifMatchHeader,
    responses: { 204: c.noBody(), ...failures.act },
    metadata: metadata.act,
  },
  /** Pages through the consents. */
  listConsents: {
    ...ADMIN_ROUTES.listConsents,
    summary: 'List consents',
    description:
      'What people have allowed clients, and what has neither expired nor been ended, newest first unless asked otherwise.',
    query: ListConsentsQuery,
    responses: { 200: ConsentPage, ...failures.list },
    metadata: metadata.list,
  },
  /** Ends what a person has allowed a client. */
  endConsent: {
    ...ADMIN_ROUTES.endConsent,
    summary: 'End a consent',
    description:
      'Refuses all tokens of the person and the client from the next call on, those of other consents too. The person can consent again.',
    pathParams: ConsentParams,
    query: NoQuery,
    responses: { 204: c.noBody(), ...failures.get },
    metadata: metadata.get,
  },
});
