# One image for all roles: `api` (the default), `worker`, `sweeper`, and every other command of `emberlog`.
#   docker build --build-arg COMMIT=$(git rev-parse HEAD) -t emberlog .
#   docker run --read-only --tmpfs /tmp --cap-drop ALL -e EMBERLOG_REDIS_URL=redis://… emberlog worker
# The lock file is made for Python 3.11. For a reproducible image, give PYTHON with its digest.
ARG PYTHON=python:3.11-slim-bookworm

FROM ${PYTHON} AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PIP_ROOT_USER_ACTION=ignore
WORKDIR /src
COPY requirements.lock ./
RUN python3.11 -m venv --without-pip /opt/emberlog
RUN python3.11 -m pip --python /opt/emberlog install --quiet --require-hashes --only-binary :all: -r requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY domain domain
COPY schema schema
COPY service service
COPY workers workers
COPY docs docs
RUN python3.11 -m pip --python /opt/emberlog install --quiet --no-deps --no-build-isolation .
# What only the build needed. Then everything is compiled, because nothing can be written later.
RUN python3.11 -m pip --python /opt/emberlog uninstall --quiet --yes hatchling editables pathspec pluggy trove-classifiers
RUN /opt/emberlog/bin/python -m compileall -q -j 0 /opt/emberlog/lib

FROM ${PYTHON}
ARG COMMIT=""
LABEL org.opencontainers.image.title="emberlog" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.revision="${COMMIT}"
COPY --from=build /opt/emberlog /opt/emberlog
ENV PATH=/opt/emberlog/bin:/usr/local/bin:/usr/bin:/bin \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    EMBERLOG_HOST=0.0.0.0 \
    EMBERLOG_PORT=8000 \
    EMBERLOG_HEALTH_PORT=8001 \
    EMBERLOG_COMMIT=${COMMIT}
USER 65532:65532
WORKDIR /tmp
EXPOSE 8000 8001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 CMD ["emberlog", "probe"]
ENTRYPOINT ["emberlog"]
CMD ["api"]
