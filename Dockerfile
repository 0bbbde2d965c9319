# One image for every role: web server, worker, scheduler.
#   docker build -t longitude .
#   docker build -t longitude --build-arg LOCK=requirements-llm.lock .     with litellm

FROM python:3.12-slim AS packages
ARG LOCK=requirements-runtime.lock
COPY requirements-runtime.lock requirements-llm.lock ./
RUN python -m venv /opt/venv \
 && /opt/venv/bin/pip install --no-cache-dir --no-deps --only-binary :all: --require-hashes -r "$LOCK" \
 && /opt/venv/bin/pip uninstall -y -q pip

FROM python:3.12-slim
RUN useradd --uid 10001 --create-home --shell /usr/sbin/nologin longitude \
 && install -d -o longitude -g longitude /data
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DJANGO_SETTINGS_MODULE=coach.settings \
    DATA_DIR=/data \
    STATIC_ROOT=/app/static \
    HOST=0.0.0.0 \
    PORT=8000
COPY --from=packages /opt/venv /opt/venv
WORKDIR /app
COPY . .
RUN SECRET_KEY=only-while-building DATA_DIR=/tmp/building python manage.py collectstatic --noinput -v 0 \
 && python -m compileall -q /app /opt/venv \
 && rm -rf /tmp/building
USER longitude
VOLUME /data
EXPOSE 8000
# Any answer below 500 is a living server: a redirect to https and an unknown host are answers.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 CMD ["python", "-c", \
 "import http.client, os, sys; c = http.client.HTTPConnection('127.0.0.1', int(os.environ['PORT']), timeout=4); c.request('GET', '/'); sys.exit(c.getresponse().status >= 500)"]
CMD ["python", "manage.py", "up", "--prepare"]
