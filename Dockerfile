# The server with its own PostgreSQL, on a system with glibc, which that PostgreSQL needs. See docs/operations.md, "In a container".
FROM node:24-bookworm-slim AS build
WORKDIR /rueda
# First what the packages follow from, so that another version of the code does not install them again.
COPY package.json package-lock.json ./
COPY apps/console/package.json apps/console/
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY apps/witness/package.json apps/witness/
COPY packages/contract/package.json packages/contract/
COPY packages/exchange/package.json packages/exchange/
COPY packages/proof/package.json packages/proof/
COPY packages/rules/package.json packages/rules/
COPY packages/text/package.json packages/text/
COPY packages/ui/package.json packages/ui/
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
RUN node --input-type=module --eval "await (await import('/rueda/tools/browser-apps.ts')).buildApps()" && rm -rf .cache

FROM node:24-bookworm-slim
RUN useradd --system --uid 10001 --user-group --home-dir /var/lib/rueda rueda \
  && install -d -o rueda -g rueda -m 0700 /var/lib/rueda /var/lib/rueda-backups
WORKDIR /rueda
# The code belongs to root: whoever gets into the server cannot change it.
COPY --from=build /rueda /rueda
USER rueda
ENV HOST=0.0.0.0 PORT=8080 DATA_DIR=/var/lib/rueda MALLOC_ARENA_MAX=2
VOLUME ["/var/lib/rueda", "/var/lib/rueda-backups"]
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=90s --retries=4 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "apps/server/src/main.ts"]
