/** How to connect an identity provider: what each of its fields is called there, and where it is. */
export interface Guide {
  readonly id: string
  readonly name: string
  readonly steps: readonly string[]
}

export type Protocol = 'saml' | 'oidc'

export const protocolWords = { oidc: 'OpenID Connect', saml: 'SAML' } as const satisfies Record<
  Protocol,
  string
>

/** The names of our values and of theirs are those of docs/single-sign-on.md and docs/openid-connect.md. */
export const guides: Readonly<Record<Protocol, readonly Guide[]>> = {
  oidc: [
    {
      id: 'okta',
      name: 'Okta',
      steps: [
        'In Okta, open Applications and choose Create App Integration, OIDC, Web Application.',
        'Enter the redirect URL from above as Sign-in redirect URI, and assign the people who may sign in.',
        'Copy the Client ID and the Client secret. The issuer is https://<domain>.okta.com.',
      ],
    },
    {
      id: 'entra',
      name: 'Microsoft Entra ID',
      steps: [
        'In the Entra admin center, open App registrations and choose New registration.',
        'Enter the redirect URL from above as Redirect URI of the platform Web.',
        'Under Token configuration, add the optional claims email and xms_edov to the ID token.',
        'Under Certificates & secrets, create a client secret. The client ID is the Application ID.',
        'The issuer is https://login.microsoftonline.com/<tenant ID>/v2.0.',
      ],
    },
    {
      id: 'google',
      name: 'Google',
      steps: [
        'In the Google Cloud console, open APIs & Services, Credentials.',
        'Choose Create credentials, OAuth client ID, Web application.',
        'Enter the redirect URL from above under Authorized redirect URIs.',
        'Copy the client ID and the client secret. The issuer is https://accounts.google.com.',
      ],
    },
    {
      id: 'keycloak',
      name: 'Keycloak',
      steps: [
        'In the realm, open Clients and choose Create client, OpenID Connect.',
        'Turn on Client authentication, and enter the redirect URL from above under Valid redirect URIs.',
        'Copy the secret from the tab Credentials. The issuer is https://<host>/realms/<realm>.',
        'People need a verified address: Email verified must be on for each of them.',
      ],
    },
    {
      id: 'other',
      name: 'Another provider',
      steps: [
        'Create a client for a web application that uses the authorization code flow.',
        'Enter the redirect URL from above, and copy the issuer, the client ID and the client secret.',
        'The ID token must have the address of the person as email, with email_verified.',
      ],
    },
  ],
  saml: [
    {
      id: 'okta',
      name: 'Okta',
      steps: [
        'In Okta, open Applications and choose Create App Integration, SAML 2.0.',
        'Enter the ACS URL as Single sign-on URL, and the entity ID as Audience URI (SP Entity ID).',
        'Add the attribute statements email and displayName.',
        'Copy the Identity Provider Single Sign-On URL, the Identity Provider Issuer and the certificate.',
      ],
    },
    {
      id: 'entra',
      name: 'Microsoft Entra ID',
      steps: [
        'In the Entra admin center, open Enterprise applications and create your own application.',
        'Choose Single sign-on, SAML. Enter the entity ID as Identifier, and the ACS URL as Reply URL.',
        'Under Attributes & Claims, add the claims email and displayName without a namespace.',
        'Copy the Login URL, the Microsoft Entra Identifier and the certificate (Base64).',
      ],
    },
    {
      id: 'google',
      name: 'Google Workspace',
      steps: [
        'In the admin console, open Apps, Web and mobile apps, and choose Add custom SAML app.',
        'Copy the SSO URL, the Entity ID and the certificate.',
        'Enter the ACS URL and the entity ID from above. The name ID is the primary email.',
        'Map Primary email to email, and turn the app on for the people who may sign in.',
      ],
    },
    {
      id: 'keycloak',
      name: 'Keycloak',
      steps: [
        'In the realm, open Clients and create one for SAML. Its client ID is the entity ID from above.',
        'Enter the ACS URL as Assertion Consumer Service POST Binding URL, and turn off Encrypt assertions.',
        'Add mappers for the attributes email and displayName.',
        'The entity ID is https://<host>/realms/<realm>, the sign-in URL the same with /protocol/saml.',
        'The certificate is under Realm settings, Keys.',
      ],
    },
    {
      id: 'other',
      name: 'Another provider',
      steps: [
        'Enter the ACS URL and the entity ID from above. The entity ID is also the URL of our metadata.',
        'Send a NameID that stays the same for a person, and the attributes email and displayName.',
        'Sign the assertion with RSA and SHA-256, and turn off its encryption.',
      ],
    },
  ],
}

export function guideOf(protocol: Protocol, id: string | undefined): Guide {
  const [first = { id: 'other', name: '', steps: [] }] = guides[protocol]
  return guides[protocol].find((one) => one.id === id) ?? first
}

export function isProtocol(value: string): value is Protocol {
  return value === 'saml' || value === 'oidc'
}
