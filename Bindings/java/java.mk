# Java, through JNA. These targets need only Debian packages; pom.xml is for users of Maven.

BINDING_TESTS += test-java
BINDING_PACKAGES += $(if $(shell command -v javac),,openjdk-17-jdk-headless) libjna-java junit4 libgoogle-gson-java

JAVA := Bindings/java
JAVA_OUT := $(BUILD)/java
JAVA_JARS := /usr/share/java
JAVA_TEST_JARS := $(JAVA_JARS)/jna.jar:$(JAVA_JARS)/junit4.jar:$(JAVA_JARS)/hamcrest-core.jar:$(JAVA_JARS)/gson.jar
JAVA_README_JARS = $(CURDIR)/$(JAVA_OUT)/tally.jar:$(JAVA_JARS)/jna.jar
JAVAC := javac --release 17 -encoding UTF-8 -Xlint:all -Werror
# Documentation comments must be well-formed, and the names in them must exist.
JAVA_DOCLINT := -Xdoclint:all,-missing

.PHONY: jar test-java

jar: $(JAVA_OUT)/tally.jar

$(JAVA_OUT)/tally.jar: $(wildcard $(JAVA)/src/dev/tally/*.java)
	@rm -rf $(JAVA_OUT)/classes
	@mkdir -p $(JAVA_OUT)/classes
	$(JAVAC) $(JAVA_DOCLINT) -cp $(JAVA_JARS)/jna.jar -d $(JAVA_OUT)/classes $^
	jar --create --file $@ -C $(JAVA_OUT)/classes .

test-java: jar
	@rm -rf $(JAVA_OUT)/tests
	@mkdir -p $(JAVA_OUT)/tests
	$(JAVAC) -cp $(JAVA_OUT)/tally.jar:$(JAVA_TEST_JARS) -d $(JAVA_OUT)/tests \
	  $(wildcard $(JAVA)/test/dev/tally/*.java $(JAVA)/examples/*.java)
	$(STAGE_ENVIRONMENT) TALLY_CONFORMANCE=$(CONFORMANCE) TALLY_HEADER=$(STAGE)/include/tally.h CC=$(CC) \
	  java -cp $(JAVA_OUT)/tests:$(JAVA_OUT)/tally.jar:$(JAVA_TEST_JARS) \
	  org.junit.runner.JUnitCore dev.tally.BindingTest dev.tally.CallbacksTest
	$(call REPLAY,Java) java -cp $(JAVA_OUT)/tests:$(JAVA_OUT)/tally.jar:$(JAVA_TEST_JARS) \
	  org.junit.runner.JUnitCore dev.tally.ConformanceTest
	$(STAGE_ENVIRONMENT) java -cp $(JAVA_OUT)/tests:$(JAVA_OUT)/tally.jar:$(JAVA_TEST_JARS) Hello \
	  > $(JAVA_OUT)/Hello.printed
	diff $(JAVA_OUT)/Hello.printed $(JAVA)/examples/Hello.expected
	@$(PYTHON) Bindings/tools/readme.py java $(JAVA_OUT)/readme '$(JAVAC) -cp $(JAVA_README_JARS) -d . *.java && \
	  $(STAGE_ENVIRONMENT) java -cp .:$(JAVA_README_JARS) $$(basename *.java .java)'
